// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.fake;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A request as it came over the wire, without its body.
///
/// @param target the raw request target
/// @param headers by lower-case name
public record FakeRequest(String method, String target, Map<String, String> headers) {
    static Optional<FakeRequest> read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        String[] parts = first.split(" ");
        return Optional.of(new FakeRequest(parts[0], parts[1], headers));
    }

    /// The decoded path without query.
    public String path() {
        String raw = target.indexOf('?') < 0 ? target : target.substring(0, target.indexOf('?'));
        return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /// A part of a file.
    ///
    /// @param from its first byte
    /// @param to the byte after its last one
    public record Part(int from, int to) {}

    /// The part that is asked for.
    public Optional<Part> part() {
        return header("Range").map(range -> {
            String[] ends = range.substring("bytes=".length()).split("-");
            return new Part(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
        });
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /// Length of the body, 0 if none is announced.
    int contentLength() {
        return Integer.parseInt(headers.getOrDefault("content-length", "0"));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                if (line.size() == 0) {
                    return "";
                }
                throw new EOFException("in the middle of a line");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
