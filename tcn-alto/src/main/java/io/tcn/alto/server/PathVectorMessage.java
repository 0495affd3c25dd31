// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.server;

import io.tcn.alto.codec.MultipartWriter;
import io.tcn.alto.model.AltoMediaTypes;
import java.util.List;
import java.util.random.RandomGenerator;

/// Path vectors as a message of two parts (RFC 9275 §7.2.6).
///
/// @param domain the server's name, behind the `@` of content ids
/// @param quotes whether parameters of the media type are quoted
record PathVectorMessage(String domain, boolean quotes, RandomGenerator random) {
    /// The message and its type.
    AnswerContent write(PathVector vector) {
        byte[] paths = vector.paths();
        String rootTag = vector.rootTag(paths);
        PathVectorForm form = vector.query().form();
        List<MultipartWriter.Part> parts = List.of(
                new MultipartWriter.Part(
                        "<" + contentId(PathVector.ROOT_PART) + ">",
                        form.rootType(),
                        JsonBytes.answer(vector.rootMeta(rootTag), form.member(), paths)),
                new MultipartWriter.Part(
                        "<" + contentId(PathVector.PROPERTIES_PART) + ">",
                        AltoMediaTypes.PROPERTY_MAP,
                        JsonBytes.answer(vector.propertiesMeta(rootTag), "property-map", vector.elements())));
        String boundary = RelatedMessage.boundary(parts, random);
        return new AnswerContent(
                RelatedMessage.contentType(parts, boundary, quotes), MultipartWriter.write(boundary, parts), null);
    }

    /// The id of a part, without brackets.
    String contentId(String part) {
        return part + "@" + domain;
    }
}
