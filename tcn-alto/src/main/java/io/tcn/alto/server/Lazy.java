// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is worked out once, when it is first asked for.
final class Lazy<T> {
    private final Supplier<T> source;
    private @Nullable T value;

    Lazy(Supplier<T> source) {
        this.source = source;
    }

    synchronized T get() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
