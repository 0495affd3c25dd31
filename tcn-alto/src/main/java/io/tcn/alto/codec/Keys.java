// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import io.tcn.alto.model.Address;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoNames;
import io.tcn.alto.model.Fault;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the keys of one map of costs or paths; the same text gives the same object, so that 50 000 pairs among 300
/// ends are read 300 times.
abstract class Keys<K extends Comparable<? super K>> {
    private static final int MAX_CACHED = 100_000;

    private final Map<String, K> known = new HashMap<>();

    /// The key, null if it cannot be read, which is counted.
    final @Nullable K read(String text, Faults faults) {
        K key = known.get(text);
        if (key != null) {
            return key;
        }
        K fresh = parse(text, faults);
        if (fresh == null) {
            faults.add(Fault.BAD_KEY);
        } else if (known.size() < MAX_CACHED) {
            known.put(text, fresh);
        }
        return fresh;
    }

    abstract @Nullable K parse(String text, Faults faults);

    static Keys<String> pids() {
        return new Keys<>() {
            @Override
            @Nullable
            String parse(String text, Faults faults) {
                return AltoNames.isPidName(text) ? text : null;
            }
        };
    }

    /// Addresses with their type, and without it as one server writes them.
    static Keys<Address> addresses() {
        return new Keys<>() {
            @Override
            @Nullable
            Address parse(String text, Faults faults) {
                try {
                    return Address.parseTyped(text);
                } catch (AltoFormatException untyped) {
                    try {
                        Address address = Address.parse(text);
                        faults.add(Fault.UNTYPED_ADDRESS);
                        return address;
                    } catch (AltoFormatException neither) {
                        return null;
                    }
                }
            }
        };
    }
}
