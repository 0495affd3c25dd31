// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts;

import io.tcn.api.runtime.TcnProperties;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads bodies of the FTS face: JSON, up to a size.
@Component
public class FtsBodies {
    private final JsonMapper mapper;
    private final long maxBody;

    FtsBodies(JsonMapper mapper, TcnProperties properties) {
        this.mapper = mapper;
        this.maxBody = properties.fts().maxBody().toBytes();
    }

    /// As [#read], but the type must say that it is JSON.
    ///
    /// @throws FtsException 413 or 400
    public JsonNode readJson(HttpServletRequest request) throws IOException {
        String type = request.getContentType();
        if (type == null || !type.startsWith(MediaType.APPLICATION_JSON_VALUE)) {
            throw FtsException.badRequest("The Content-Type must be application/json");
        }
        return read(request);
    }

    /// @throws FtsException 413 or 400
    public JsonNode read(HttpServletRequest request) throws IOException {
        long announced = request.getContentLengthLong();
        byte[] bytes = announced > maxBody
                ? new byte[0]
                : request.getInputStream().readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBody + 1));
        if (announced > maxBody || bytes.length > maxBody) {
            throw new FtsException(
                    413, "The body is larger than " + maxBody + " bytes: split it into several requests");
        }
        try {
            JsonNode root = mapper.readTree(bytes);
            if (root == null || root.isMissingNode()) {
                throw FtsException.badRequest("The body is empty, a JSON object is expected");
            }
            return root;
        } catch (JacksonException malformed) {
            TokenStreamLocation place = malformed.getLocation();
            throw FtsException.badRequest("The body is not valid JSON: " + malformed.getOriginalMessage()
                    + (place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr()));
        }
    }
}
