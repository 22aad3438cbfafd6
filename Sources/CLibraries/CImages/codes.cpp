// Reading barcodes with ZXing-C++. Nothing is caught here: release builds keep no tables for it, and the process ends.
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <vector>

#include "CImages.h"

using ZXing::BarcodeFormat;

static const BarcodeFormat formats[] = {BarcodeFormat::EAN13, BarcodeFormat::EAN8, BarcodeFormat::UPCA,
                                        BarcodeFormat::UPCE, BarcodeFormat::Code128, BarcodeFormat::DataMatrix,
                                        BarcodeFormat::QRCode};

// Divides each pixel by the mean around it: bars in shadow are otherwise as dark as paper beside it is.
static void remove_shadows(std::vector<uint8_t> &grey, int width, int height) {
    const int radius = std::max(width, height) / 32;
    std::vector<uint32_t> sums((size_t)(width + 1) * (height + 1));
    auto sum = [&](int x, int y) -> uint32_t & { return sums[(size_t)y * (width + 1) + x]; };
    for (int y = 0; y < height; y++) {
        uint32_t row = 0;
        for (int x = 0; x < width; x++) {
            row += grey[(size_t)y * width + x];
            sum(x + 1, y + 1) = sum(x + 1, y) + row;
        }
    }
    for (int y = 0; y < height; y++) {
        const int top = std::max(0, y - radius), bottom = std::min(height, y + radius + 1);
        for (int x = 0; x < width; x++) {
            const int left = std::max(0, x - radius), right = std::min(width, x + radius + 1);
            // Overflows of the sums cancel each other.
            const uint32_t total = sum(right, bottom) - sum(right, top) - sum(left, bottom) + sum(left, top);
            const uint32_t area = (uint32_t)(right - left) * (bottom - top);
            uint8_t &pixel = grey[(size_t)y * width + x];
            pixel = (uint8_t)std::min<uint64_t>(255, (uint64_t)pixel * 128 * area / std::max<uint32_t>(1, total));
        }
    }
}

// A part of the picture, and the number of its crowded cells.
struct part {
    int left, top, width, height, cells;
};

// The parts of the picture that have the most edges, with a margin; the largest first.
static std::vector<part> crowded_parts(const std::vector<uint8_t> &grey, int width, int height) {
    const int cell = std::max(4, std::max(width, height) / 64), columns = width / cell, rows = height / cell;
    std::vector<uint32_t> edges((size_t)columns * rows);
    for (int y = 0; y < rows * cell - 1; y++)
        for (int x = 0; x < columns * cell - 1; x++) {
            const uint8_t *pixel = &grey[(size_t)y * width + x];
            edges[(size_t)(y / cell) * columns + x / cell] += abs(pixel[0] - pixel[1]) + abs(pixel[0] - pixel[width]);
        }
    const uint32_t least = edges.empty() ? 0 : *std::max_element(edges.begin(), edges.end()) / 3;
    std::vector<part> parts;
    std::vector<int> open;
    auto take = [&](int x, int y) {
        uint32_t &count = edges[(size_t)y * columns + x];
        if (count > least) open.push_back(y * columns + x);
        count = 0;
    };
    for (int start = 0; start < columns * rows; start++) {
        int left = columns, top = rows, right = 0, bottom = 0, cells = 0;
        take(start % columns, start / columns);
        for (; !open.empty(); cells++) {
            const int x = open.back() % columns, y = open.back() / columns;
            open.pop_back();
            left = std::min(left, x), right = std::max(right, x + 1);
            top = std::min(top, y), bottom = std::max(bottom, y + 1);
            for (int i = std::max(0, y - 1); i < std::min(rows, y + 2); i++)
                for (int j = std::max(0, x - 1); j < std::min(columns, x + 2); j++) take(j, i);
        }
        if (cells == 0) continue;
        left = std::max(0, left - 1), top = std::max(0, top - 1);
        right = std::min(columns, right + 1), bottom = std::min(rows, bottom + 1);
        parts.push_back({left * cell, top * cell, (right - left) * cell, (bottom - top) * cell, cells});
    }
    std::sort(parts.begin(), parts.end(), [](const part &a, const part &b) { return a.cells > b.cells; });
    if (parts.size() > 6) parts.resize(6);
    return parts;
}

// A square around the middle of a part, turned by an angle. What is outside the picture is white.
static std::vector<uint8_t> turned(const std::vector<uint8_t> &grey, int width, int height, const part &of, double angle,
                                   int side) {
    std::vector<uint8_t> pixels((size_t)side * side, 255);
    const double cosine = cos(angle), sine = sin(angle);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            const double right = x - side / 2.0, down = y - side / 2.0;
            const double from_x = of.left + of.width / 2.0 + cosine * right - sine * down;
            const double from_y = of.top + of.height / 2.0 + sine * right + cosine * down;
            if (from_x < 0 || from_y < 0 || from_x >= width - 1 || from_y >= height - 1) continue;
            const int left = (int)from_x, top = (int)from_y;
            const uint8_t *pixel = &grey[(size_t)top * width + left], *below = pixel + width;
            const double upper = pixel[0] + (from_x - left) * (pixel[1] - pixel[0]);
            const double lower = below[0] + (from_x - left) * (below[1] - below[0]);
            pixels[(size_t)y * side + x] = (uint8_t)(upper + (from_y - top) * (lower - upper));
        }
    return pixels;
}

extern "C" int cimages_read_codes(const uint8_t *pixels, int width, int height, struct cimages_code *codes, int most) {
    std::vector<uint8_t> grey((size_t)width * height);
    for (size_t i = 0; i < grey.size(); i++)
        grey[i] = ZXing::RGBToLum(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]);
    int count = 0;
    auto read = [&](const ZXing::ImageView &view, ZXing::BarcodeFormats wanted, int symbols) {
        ZXing::DecodeHints hints;
        hints.setFormats(wanted);
        hints.setMaxNumberOfSymbols((uint8_t)symbols);
        // Two lines of a blurred code may agree on digits that it does not have.
        hints.setMinLineCount(3);
        for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
            const std::string text = result.text();
            const auto format = std::find(std::begin(formats), std::end(formats), result.format());
            if (!result.isValid() || format == std::end(formats) || count == most || text.size() > sizeof codes->text)
                continue;
            codes[count].symbology = (enum cimages_symbology)(format - formats);
            codes[count].length = (int)text.size();
            memcpy(codes[count++].text, text.data(), text.size());
        }
    };
    const ZXing::ImageView view(grey.data(), width, height, ZXing::ImageFormat::Lum);
    const auto linear = BarcodeFormat::EAN13 | BarcodeFormat::EAN8 | BarcodeFormat::UPCA | BarcodeFormat::Code128;
    for (bool is_first : {true, false}) {
        if (!is_first) remove_shadows(grey, width, height);
        read(view, BarcodeFormat::DataMatrix | BarcodeFormat::QRCode, most - 1);
        // Of linear codes only one: the library fails an assertion of its own if it finds one of several lines twice.
        read(view, linear, 1);
        if (count) return count;
    }
    // The library overlooks a Data Matrix among the edges of what lies around it, and bars that are turned far.
    for (const part &each : crowded_parts(grey, width, height)) {
        const int side = (int)hypot(each.width, each.height);
        // A larger one is found in a smaller picture, or nobody waits for it.
        if ((size_t)side * side > 1 << 22) continue;
        read(view.cropped(each.left, each.top, each.width, each.height), BarcodeFormat::DataMatrix, 1);
        for (double angle : {0.24, -0.24}) {
            if (count) return count;
            const auto straight = turned(grey, width, height, each, angle, side);
            const ZXing::ImageView part(straight.data(), side, side, ZXing::ImageFormat::Lum);
            read(part, BarcodeFormat::DataMatrix, 1);
            if (!count) read(part, linear, 1);
        }
        if (count) return count;
    }
    // Half of an EAN can pass for a UPC-E, so that comes last.
    read(view, BarcodeFormat::UPCE, 1);
    return count;
}
