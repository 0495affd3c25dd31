// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.http;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Header fields of a message. Names are compared without regard to case (RFC 9110 §5.1).
///
/// @param values the values of each field in the order in which they came
public record HttpFields(SortedMap<String, List<String>> values) {
    /// No fields.
    public static final HttpFields NONE = HttpFields.of(Map.of());

    public HttpFields {
        SortedMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        values.forEach((name, given) -> copy.put(name, List.copyOf(given)));
        values = Collections.unmodifiableSortedMap(copy);
    }

    /// Fields with one value each.
    public static HttpFields of(Map<String, String> single) {
        SortedMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        single.forEach((name, value) -> copy.put(name, List.of(value)));
        return new HttpFields(copy);
    }

    /// The first value of a field, empty if the message does not have it.
    public Optional<String> first(String name) {
        List<String> all = values.get(name);
        return all == null || all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
    }

    /// These fields with one set, whatever it was before.
    public HttpFields with(String name, String value) {
        SortedMap<String, List<String>> copy = new TreeMap<>(values);
        copy.put(name, List.of(value));
        return new HttpFields(copy);
    }
}
