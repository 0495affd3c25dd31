// SPDX-License-Identifier: Apache-2.0
package io.tcn.study.paper;

/// How the shares of the users (atlas 0.5, cms 0.3, lsst 0.2 of every link) are meant. The paper does not say.
enum Controls {
    /// Not at all.
    NONE("no controls"),
    /// As hard bounds, whether or not somebody else wants the rest.
    BOUNDS("bounds"),
    /// As relative weights: what others leave is free.
    WEIGHTS("weights");

    private final String words;

    Controls(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
