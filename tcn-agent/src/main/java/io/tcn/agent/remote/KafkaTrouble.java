// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.remote;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.jspecify.annotations.Nullable;

/// What an operator sets where Kafka refuses a client.
final class KafkaTrouble {
    private static final int DEEPEST = 20;

    private static final String UNKNOWN =
            "; set tcn.agents.properties[ssl.truststore.location] to the authorities of the"
                    + " brokers, and [ssl.truststore.type] to PEM if that file is one";

    private KafkaTrouble() {}

    /// What to do, as the end of a line; empty if nothing is known.
    static String remedy(Throwable failure) {
        boolean isTls = false;
        @Nullable Throwable at = failure;
        for (int depth = 0; at != null && depth < DEEPEST; depth++) {
            switch (at) {
                case UnsupportedSaslMechanismException _ -> {
                    return "; set tcn.agents.properties[sasl.mechanism] to one that the brokers offer";
                }
                case SaslAuthenticationException _ -> {
                    return "; look at user and password in tcn.agents.properties[sasl.jaas.config], and at"
                            + " tcn.agents.properties[sasl.mechanism]";
                }
                case TopicAuthorizationException _ -> {
                    return "; let the user of this process read and write there (docs/agents.md, Topics)";
                }
                case CertPathBuilderException _, CertPathValidatorException _ -> {
                    return UNKNOWN;
                }
                case CertificateException wrong
                when isOfNames(wrong) -> {
                    return "; the brokers' certificate must have the names in tcn.agents.brokers";
                }
                case SslAuthenticationException _ -> isTls = true;
                default -> {
                    // The cause may be known.
                }
            }
            at = at.getCause();
        }
        return isTls ? UNKNOWN : "";
    }

    private static boolean isOfNames(CertificateException wrong) {
        String message = String.valueOf(wrong.getMessage());
        return message.startsWith("No ") && message.contains("name");
    }
}
