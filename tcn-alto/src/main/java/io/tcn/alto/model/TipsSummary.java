// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

/// Which versions a server has (RFC 9569 §6.3). The recommended edge is where a client begins.
///
/// @param startSeq oldest version
/// @param endSeq newest version
/// @param recommendedFrom version that the recommended edge begins at, 0 for a full copy
/// @param recommendedTo version that it leads to
public record TipsSummary(long startSeq, long endSeq, long recommendedFrom, long recommendedTo) {
    public TipsSummary {
        if (startSeq < 0 || endSeq < startSeq || recommendedFrom < 0 || recommendedTo < recommendedFrom) {
            throw new IllegalArgumentException("versions out of order: " + startSeq + " to " + endSeq + ", edge "
                    + recommendedFrom + " to " + recommendedTo);
        }
    }
}
