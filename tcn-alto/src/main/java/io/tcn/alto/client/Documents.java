// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.model.AltoFormatException;
import io.tcn.alto.model.AltoMediaTypes;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.MediaType;

/// From answers to documents. What an answer says of itself decides, not what the directory promised (RFC 7285
/// §8.3.4.2).
final class Documents {
    private Documents() {}

    /// Makes a document of a body.
    interface Parser<T> {
        T parse(byte[] body) throws AltoFormatException;
    }

    /// Reads an answer that must be of this type.
    ///
    /// @param lenient whether plain `application/json` is taken as that type
    static <T> T parse(AltoAnswer answer, String expected, boolean lenient, Parser<T> parser) throws AltoException {
        String type = essence(answer);
        if (!type.equals(expected) && !(lenient && type.equals("application/json"))) {
            throw wrongType(answer, type);
        }
        try {
            return parser.parse(answer.body());
        } catch (AltoFormatException e) {
            throw invalid(answer, e);
        }
    }

    /// The type of an answer without parameters, empty text if there is none that can be read.
    static String essence(AltoAnswer answer) {
        try {
            return MediaType.parse(answer.contentType()).essence();
        } catch (AltoFormatException e) {
            return "";
        }
    }

    static AltoException wrongType(AltoAnswer answer, String type) {
        String what = type.equals(AltoMediaTypes.DIRECTORY) ? "a directory" : type.isEmpty() ? "no type" : type;
        return AltoException.invalid(InvalidReason.MEDIA_TYPE, AltoHttp.shown(answer.uri()) + " answered with " + what);
    }

    static AltoException invalid(AltoAnswer answer, AltoFormatException e) {
        return AltoException.invalid(AltoHttp.shown(answer.uri()), e);
    }
}
