// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.port;

import io.tcn.core.model.PipeKey;
import java.time.Instant;

/// What a pipe moved on one number of connections within some minutes, while files waited. Where [PastUse] is the mean
/// of those minutes, this tells what became of a number: a pipe that tried five of them has five.
///
/// @param key between which endpoints, and for whom
/// @param until when the minutes ended; the settings of one pipe with one end saw about the same load
/// @param connections connections that were open, 1 or more
/// @param throughputBps what they moved, in bit/s; more than 0
/// @param seconds for how long, more than 0
/// @param files files that ran or waited, in the mean; 0 where nobody knows
/// @param fileBytes mean size of the files that ended; 0 where none did
/// @param bandwidthBps least capacity on the path, as the map told it; 0 where it told none
public record PastSetting(
        PipeKey key,
        Instant until,
        int connections,
        double throughputBps,
        double seconds,
        double files,
        double fileBytes,
        double bandwidthBps) {
    public PastSetting {
        if (connections < 1
                || !(throughputBps > 0)
                || Double.isInfinite(throughputBps)
                || !(seconds > 0)
                || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("a past setting has connections, bit/s and seconds above 0, given for "
                    + key.source() + " > " + key.destination() + " were " + connections + ", " + throughputBps
                    + " and " + seconds);
        }
        if (!(files >= 0 && files <= Double.MAX_VALUE)
                || !(fileBytes >= 0 && fileBytes <= Double.MAX_VALUE)
                || !(bandwidthBps >= 0 && bandwidthBps <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("files, their size and the bandwidth of a past setting are 0 or more,"
                    + " given for " + key.source() + " > " + key.destination() + " were " + files + ", " + fileBytes
                    + " and " + bandwidthBps);
        }
    }
}
