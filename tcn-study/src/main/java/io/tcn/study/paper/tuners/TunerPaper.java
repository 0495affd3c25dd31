// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper.tuners;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A paper with claims about tuners.
public enum TunerPaper {
    /// *Falcon: Fair and Efficient Online File Transfer Optimization*.
    FALCON,
    /// *Use Only What You Need: Judicious Parallelism For File Transfers in High Performance Networks*.
    MARLIN,
    /// *Reliable Wide-Area Data Transfers for Streaming Workflows*.
    FSTREAM,
    /// *Application Level High Speed Transfer Optimization Based on Historical Analysis and Real-time Tuning*.
    HARP;

    /// The name by which it is asked for.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The papers of a name: one of them, or all.
    ///
    /// @throws IllegalArgumentException for another name
    public static List<TunerPaper> parse(String text) {
        if (text.equals("all")) {
            return List.of(values());
        }
        return List.of(Arrays.stream(values())
                .filter(paper -> paper.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no paper \"" + text + "\"; there are tcn, "
                        + Arrays.stream(values()).map(TunerPaper::text).collect(Collectors.joining(", "))
                        + " and all")));
    }

    /// Its claims, in the order of the paper.
    public List<TunerClaim> claims() {
        return switch (this) {
            case FALCON -> FalconClaims.all();
            case MARLIN -> MarlinClaims.all();
            case FSTREAM -> FstreamClaims.all();
            case HARP -> HarpClaims.all();
        };
    }
}
