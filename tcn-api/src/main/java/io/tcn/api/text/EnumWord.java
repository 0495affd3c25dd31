// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.text;

import java.util.Locale;

/// The constants of enumerations as people and metrics have them.
public final class EnumWord {
    private EnumWord() {}

    /// `NOT_USED` is `not_used`.
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
