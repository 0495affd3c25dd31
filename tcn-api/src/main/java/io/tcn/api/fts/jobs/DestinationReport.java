// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// FTS's `dst_file`: what lies at a destination that must not be overwritten. Rucio decides by it whether the file is
/// the right one after all.
final class DestinationReport {
    private static final JsonMapper MAPPER = new JsonMapper();

    private DestinationReport() {}

    /// Adds it to the metadata of a file.
    ///
    /// @param metadata JSON object, null if none
    /// @param existing size and, if known, checksum, separated by a blank: `1048576 ADLER32:0a1b2c3d`
    static String merge(@Nullable String metadata, String existing) {
        ObjectNode merged = metadata != null && MAPPER.readTree(metadata) instanceof ObjectNode object
                ? object
                : JsonNodeFactory.instance.objectNode();
        String[] parts = existing.split(" ", 2);
        String[] checksum = parts.length == 2 ? parts[1].split(":", 2) : new String[0];
        ObjectNode report = merged.putObject("dst_file");
        long size = Long.parseLong(parts[0]);
        if (size < 0) {
            report.putNull("file_size");
        } else {
            report.put("file_size", size);
        }
        report.put("checksum_type", checksum.length == 2 ? checksum[0] : null);
        report.put("checksum_value", checksum.length == 2 ? checksum[1] : null);
        report.put("file_on_tape", false);
        report.put("file_on_disk", true);
        return merged.toString();
    }
}
