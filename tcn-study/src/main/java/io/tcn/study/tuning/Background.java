// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.tuning;

/// Traffic of others on the link for a while.
///
/// @param fromSeconds when it begins
/// @param toSeconds when it ends
/// @param streams with how many connections
/// @param bps the most that it takes, in bit/s
public record Background(double fromSeconds, double toSeconds, int streams, double bps) {
    boolean isThere(double nowSeconds) {
        return nowSeconds >= fromSeconds && nowSeconds < toSeconds;
    }
}
