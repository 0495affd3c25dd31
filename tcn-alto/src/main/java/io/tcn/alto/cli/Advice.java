// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import io.tcn.alto.client.AltoException;

/// What a person can do when a server gave no usable answer.
final class Advice {
    private Advice() {}

    static String of(AltoException trouble) {
        String advice = switch (trouble.kind()) {
            case UNREACHABLE ->
                "check the URL and that the server runs; for https its certificate must be trusted, see" + " --trust";
            case TIMEOUT -> "try again, or give it longer with --timeout";
            case TOO_LARGE -> "ask for less";
            case REDIRECT -> "give the URL to which the server redirects, or allow its server with --redirects-to";
            case REFUSED, TOO_MANY_PAIRS -> "ask for something else, or for less";
            case AUTH -> "say who you are with --user and --password-file, or with --token-file";
            case GONE -> "check the URL: it must be that of the root directory";
            case MISMATCH -> "this may be no ALTO server, or no resource of this type";
            case BUSY -> "try again later";
            case STATUS -> "look into the log of the server";
            case INVALID -> "this may be no ALTO server; --lenient takes more than the RFCs allow";
            case NOT_OFFERED -> "see with \"tcn alto ird\" what it offers";
        };
        return trouble.getMessage() + "; " + advice;
    }
}
