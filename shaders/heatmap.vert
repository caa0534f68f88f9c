// The quad of one heat map; no vertex buffer: the four corners come from gl_VertexID.
uniform vec4 u_rectangle;  // left, top, right, bottom in clip space

out vec2 v_place;  // 0..1 over the matrix, from its upper left

void main() {
  v_place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(mix(u_rectangle.xy, u_rectangle.zw, v_place), 0.0, 1.0);
}
