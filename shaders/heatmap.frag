// Colours one matrix. The values lie in reading order in a texture of any width, so that no matrix is too wide for one.
// The colour scale is that of src/render/colormap.cpp; its points in OKLab come as uniforms.
uniform sampler2D u_values;
uniform ivec2 u_size;            // rows, columns
uniform int u_texture_width;
uniform vec2 u_range;            // least, most
uniform bool u_signed;
uniform vec3 u_neutral;
uniform vec3 u_path[4];          // positive middle, positive end, negative middle, negative end
uniform vec2 u_split;            // of the positive and of the negative path
uniform vec3 u_not_finite[3];    // NaN, plus infinity, minus infinity
uniform vec2 u_cells_per_pixel;

in vec2 v_place;
out vec4 o_color;

const int kMostSamples = 6;  // along each side of a pixel

vec3 color_of_position(float position) {
  bool negative = position < 0.0;
  vec3 middle = u_path[negative ? 2 : 0];
  vec3 end = u_path[negative ? 3 : 1];
  float split = negative ? u_split.y : u_split.x;
  float t = abs(position);
  return t < split ? mix(u_neutral, middle, t / split) : mix(middle, end, (t - split) / (1.0 - split));
}

float position_of_value(float value) {
  if (u_signed) {
    float most = max(abs(u_range.x), abs(u_range.y));
    return most > 0.0 ? clamp(value / most, -1.0, 1.0) : 0.0;
  }
  float range = u_range.y - u_range.x;
  if (!(range > 0.0)) return value > u_range.x ? 1.0 : 0.0;
  return clamp((value - u_range.x) / range, 0.0, 1.0);
}

// Some drivers assume that NaN does not occur, so the bits decide.
vec4 color_of_value(float value) {
  uint bits = floatBitsToUint(value);
  if ((bits & 0x7F800000u) == 0x7F800000u) {
    if ((bits & 0x007FFFFFu) != 0u) return vec4(u_not_finite[0], 1.0);
    return vec4(u_not_finite[(bits >> 31) == 0u ? 1 : 2], 0.0);
  }
  return vec4(color_of_position(position_of_value(value)), 0.0);
}

float value_at(ivec2 cell) {
  int index = cell.x * u_size.y + cell.y;
  return texelFetch(u_values, ivec2(index % u_texture_width, index / u_texture_width), 0).r;
}

vec3 to_srgb(vec3 lab) {
  vec3 lms = vec3(lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z,
                  lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z,
                  lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z);
  lms = lms * lms * lms;
  vec3 linear = clamp(vec3(dot(lms, vec3(4.0767416621, -3.3077115913, 0.2309699292)),
                           dot(lms, vec3(-1.2684380046, 2.6097574011, -0.3413193965)),
                           dot(lms, vec3(-0.0041960863, -0.7034186147, 1.7076147010))), 0.0, 1.0);
  return mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(vec3(0.0031308), linear));
}

// How much of the pixel from `low` to `high` (in cells) lies in each cell, where that is a few cells; else the same of some of them.
float share(float cell, float low, float high, float stride) {
  return stride > 1.0 ? 1.0 : max(min(high, cell + 1.0) - max(low, cell), 0.0);
}

void main() {
  vec2 place = v_place.yx * vec2(u_size);
  if (max(u_cells_per_pixel.x, u_cells_per_pixel.y) <= 1.001) {
    o_color = vec4(to_srgb(color_of_value(value_at(clamp(ivec2(place), ivec2(0), u_size - 1))).rgb), 1.0);
    return;
  }
  // Several cells on one pixel: their mean. A single NaN among them is never averaged away.
  vec2 low = max(place - 0.5 * u_cells_per_pixel, 0.0);
  vec2 high = min(place + 0.5 * u_cells_per_pixel, vec2(u_size));
  vec2 first = floor(low);
  vec2 stride = max((high - first) / float(kMostSamples), 1.0);
  vec4 sum = vec4(0.0);
  bool not_a_number = false;
  for (int i = 0; i < kMostSamples && first.x + float(i) * stride.x < high.x; ++i) {
    for (int j = 0; j < kMostSamples && first.y + float(j) * stride.y < high.y; ++j) {
      vec2 cell = floor(first + vec2(i, j) * stride);
      vec4 color = color_of_value(value_at(min(ivec2(cell), u_size - 1)));
      sum += vec4(color.rgb, 1.0) * (share(cell.x, low.x, high.x, stride.x) * share(cell.y, low.y, high.y, stride.y));
      not_a_number = not_a_number || color.a > 0.5;
    }
  }
  o_color = vec4(to_srgb(not_a_number ? u_not_finite[0] : sum.rgb / sum.a), 1.0);
}
