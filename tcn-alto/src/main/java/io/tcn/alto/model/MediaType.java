// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A media type after normalisation: quotes and spaces dropped, names in lower case. So two spellings of one
/// type are equal, and nothing is decided by the text of a header.
///
/// @param type for example `application`
/// @param subtype for example `alto-costmap+json`
/// @param parameters by name in lower case; the value of `type`, itself a media type, is in lower case too
public record MediaType(String type, String subtype, SortedMap<String, String> parameters) {
    public MediaType {
        type = type.toLowerCase(Locale.ROOT);
        subtype = subtype.toLowerCase(Locale.ROOT);
        if (!MediaTypeReader.isToken(type) || !MediaTypeReader.isToken(subtype)) {
            throw new IllegalArgumentException("not a media type: " + type + "/" + subtype);
        }
        SortedMap<String, String> copy = new TreeMap<>();
        parameters.forEach((name, value) -> {
            String key = name.toLowerCase(Locale.ROOT);
            copy.put(key, MediaTypeReader.normalised(key, value));
        });
        parameters = Collections.unmodifiableSortedMap(copy);
    }

    /// A type without parameters, such as `application/alto-costmap+json`.
    public static MediaType of(String essence) {
        int slash = essence.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("not a media type: " + essence);
        }
        return new MediaType(essence.substring(0, slash), essence.substring(slash + 1), new TreeMap<>());
    }

    /// Reads what a header field or a directory says. Taken beyond the grammar: a `/` in a value without quotes
    /// (the RFCs and real servers write `type` so), spaces around the separators, a `;` at the end, parameters
    /// without a value (ignored), a repeated parameter (the first counts), quotes that never close.
    ///
    /// @throws AltoFormatException if there is no `type/subtype`, or it is longer than any of ours
    public static MediaType parse(String text) throws AltoFormatException {
        return MediaTypeReader.read(text);
    }

    /// Type and subtype, as in `application/alto-costmap+json`.
    public String essence() {
        return type + "/" + subtype;
    }

    /// Whether this is that type, whatever the parameters.
    public boolean is(String essence) {
        return essence().equals(essence);
    }

    /// A parameter.
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name.toLowerCase(Locale.ROOT)));
    }

    /// This type with one parameter more or changed.
    public MediaType with(String name, String value) {
        SortedMap<String, String> copy = new TreeMap<>(parameters);
        copy.put(name.toLowerCase(Locale.ROOT), value);
        return new MediaType(type, subtype, copy);
    }

    /// As the grammar wants it, values in quotes where they must be.
    @Override
    public String toString() {
        return essence()
                + parameters.entrySet().stream()
                        .map(parameter ->
                                ";" + parameter.getKey() + "=" + MediaTypeReader.written(parameter.getValue()))
                        .collect(Collectors.joining());
    }
}
