// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.move;

import io.tcn.cli.env.Surroundings;
import io.tcn.cli.env.Trouble;
import io.tcn.cli.http.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Transfers as JSON lines; empty lines are left out.
final class TransferLines {
    private final Surroundings surroundings;

    TransferLines(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /// @param name a file, or `-` for the standard input
    List<JsonNode> read(String name) throws Trouble {
        List<JsonNode> transfers = new ArrayList<>();
        int number = 0;
        for (String line : surroundings.text(name).lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            JsonNode transfer = Json.parse(line, "line " + number + " of " + name);
            if (!transfer.isObject()) {
                throw Trouble.failed("line " + number + " of " + name + " is not a JSON object");
            }
            transfers.add(transfer);
        }
        if (transfers.isEmpty()) {
            throw Trouble.failed(name + " has no transfers");
        }
        return transfers;
    }
}
