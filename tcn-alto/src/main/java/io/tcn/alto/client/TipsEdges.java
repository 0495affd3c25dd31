// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.codec.Json;
import io.tcn.alto.codec.JsonMergePatch;
import io.tcn.alto.codec.RequestBodies;
import io.tcn.alto.codec.TipsParser;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.TipsSummary;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The requests of TIPS (RFC 9569 §6 and §7): open a view, fetch an edge of its graph, ask what to do when lost.
final class TipsEdges {
    private final AltoHttp http;
    private final Service tips;
    private final Service resource;
    private final @Nullable JsonNode input;

    TipsEdges(AltoHttp http, Service tips, Service resource, @Nullable JsonNode input) {
        this.http = http;
        this.tips = tips;
        this.resource = resource;
        this.input = input;
    }

    /// An open view.
    ///
    /// @param uri absolute
    /// @param opened the answer to the opening, over which later summaries are patches
    record View(URI uri, JsonNode opened, TipsSummary summary) {}

    /// Opens a view.
    ///
    /// @param tag version that we hold, null for none
    View open(@Nullable String tag) throws AltoException, InterruptedException {
        byte[] body = Json.write(RequestBodies.tips(resource.id(), tag, input));
        AltoAnswer answer = http.post(tips.uri(), AltoMediaTypes.TIPS, AltoMediaTypes.TIPS_PARAMS, body);
        JsonNode opened = Documents.parse(answer, AltoMediaTypes.TIPS, false, Json::read);
        return view(answer, opened);
    }

    /// Asks for a new summary after an edge has gone.
    View lost(View view, @Nullable String tag) throws AltoException, InterruptedException {
        byte[] body = Json.write(RequestBodies.tips(resource.id(), tag, null));
        URI uri = URI.create(view.uri() + "/ug");
        AltoAnswer answer = http.post(uri, AltoMediaTypes.MERGE_PATCH, AltoMediaTypes.TIPS_PARAMS, body);
        JsonNode patch = Documents.parse(answer, AltoMediaTypes.MERGE_PATCH, false, Json::read);
        View now = view(answer, JsonMergePatch.apply(view.opened(), patch));
        return new View(view.uri(), now.opened(), now.summary());
    }

    /// Fetches what leads from one version to another.
    AltoAnswer edge(View view, long from, long to) throws AltoException, InterruptedException {
        String accept = accept() + "," + AltoMediaTypes.MERGE_PATCH + "," + AltoMediaTypes.JSON_PATCH;
        return http.get(URI.create(view.uri() + "/ug/" + from + "/" + to), accept, null);
    }

    private String accept() {
        ServiceKind kind = resource.kind();
        return kind.isMultipart() ? "multipart/related;type=\"" + kind.answer() + "\"" : kind.answer();
    }

    private static View view(AltoAnswer answer, JsonNode opened) throws AltoException {
        try {
            var view = TipsParser.view(opened);
            String reference = view.uri().endsWith("/")
                    ? view.uri().substring(0, view.uri().length() - 1)
                    : view.uri();
            // absolute by the RFC, but one server gives only the path
            URI uri = Addresses.resolve(answer.uri(), reference)
                    .filter(Origin::isWeb)
                    .filter(each -> each.getRawQuery() == null)
                    .orElseThrow(() -> AltoException.invalid(InvalidReason.URI, "the view has no web address"));
            return new View(uri, opened, view.summary());
        } catch (AltoFormatException e) {
            throw Documents.invalid(answer, e);
        }
    }
}
