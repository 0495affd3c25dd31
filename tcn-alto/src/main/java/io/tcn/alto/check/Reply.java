// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.check;

import io.tcn.alto.codec.AltoErrorParser;
import io.tcn.alto.codec.Json;
import io.tcn.alto.http.AltoResponse;
import io.tcn.alto.model.AltoErrorDocument;
import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.MediaType;
import tools.jackson.databind.node.ObjectNode;

/// An answer and the question that it belongs to.
///
/// @param question method and resource, for messages
/// @param response as it came
record Reply(String question, AltoResponse response) {
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;

    int status() {
        return response.status();
    }

    String contentType() {
        return response.fields().first("Content-Type").orElse("");
    }

    /// The type without parameters, empty text if there is none.
    String essence() {
        try {
            return MediaType.parse(contentType()).essence();
        } catch (AltoFormatException none) {
            return "";
        }
    }

    /// The answer, if it is a good one.
    Reply good() throws Outcome {
        if (status() != OK) {
            throw Outcome.fail(question + " answered " + status() + ", not 200");
        }
        return this;
    }

    /// The content of a good answer. Duplicate keys make it unreadable.
    ObjectNode json() throws Outcome, AltoFormatException {
        good();
        try {
            return Json.readObject(response.body());
        } catch (AltoFormatException unreadable) {
            throw new AltoFormatException(unreadable.reason(), question + ": " + unreadable.getMessage());
        }
    }

    /// The error of an answer that must be one: 400, typed as an error, with this code.
    AltoErrorDocument error(String code) throws Outcome {
        AltoErrorDocument error = error();
        Outcome.require(error.code().equals(code), question + " answered 400 with " + error.code() + ", not " + code);
        return error;
    }

    /// The error of an answer that must be one, with any code.
    AltoErrorDocument error() throws Outcome {
        Outcome.require(status() == BAD_REQUEST, question + " answered " + status() + ", not 400");
        Outcome.require(
                essence().equals(AltoMediaTypes.ERROR),
                question + " answered 400 as \"" + contentType() + "\", not as " + AltoMediaTypes.ERROR);
        return AltoErrorParser.parse(contentType(), response.body());
    }
}
