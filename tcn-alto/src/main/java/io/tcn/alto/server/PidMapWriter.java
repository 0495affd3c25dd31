// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.List;
import java.util.SortedMap;

/// Writes the data of a network map (RFC 7285 §11.2.1.6), members in order.
final class PidMapWriter {
    private PidMapWriter() {}

    static byte[] data(SortedMap<String, SortedMap<String, List<String>>> pids) {
        return JsonBytes.write(out -> {
            out.writeStartObject();
            pids.forEach((pid, families) -> {
                out.writeName(pid);
                out.writeStartObject();
                families.forEach((family, prefixes) -> {
                    out.writeName(family);
                    out.writeStartArray();
                    prefixes.forEach(out::writeString);
                    out.writeEndArray();
                });
                out.writeEndObject();
            });
            out.writeEndObject();
        });
    }
}
