// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.agent.transfer.RecordingListener.Answer;
import io.tcn.agent.transfer.RecordingListener.Prepared;
import io.tcn.core.model.ChecksumMode;
import io.tcn.core.port.Attempt;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Tries one thing against real storages, run by hand beside a testbed:
/// `java -Djdk.net.hosts.file=... [-Dstreams=N] XrootdTrial tpc|stream CA.pem SOURCE DESTINATION [cancelAfterSeconds]`.
final class XrootdTrial {
    private XrootdTrial() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        int streams = Integer.getInteger("streams", 1);
        AgentSettings settings = AgentSettings.builder()
                .storages(StorageRules.HERE)
                .thirdPartyCopy(args[0].equals("tpc") ? TpcPolicy.PREFER : TpcPolicy.OFF)
                .maxStreams(streams)
                .maxTpcStreams(streams)
                .tls(trusting(Path.of(args[1])))
                .build();
        RecordingListener heard = new RecordingListener();
        try (AgentDataPlane plane = new AgentDataPlane(settings)) {
            Attempt attempt = Orders.copy(URI.create(args[2]), URI.create(args[3]))
                    .mode(ChecksumMode.BOTH)
                    .build();
            long began = System.nanoTime();
            plane.start(attempt, heard);
            Answer answer = heard.next();
            out.println(answer);
            if (answer instanceof Prepared) {
                out.println("connections: " + plane.adjust(attempt.id(), streams));
                plane.proceed(attempt.id());
                if (args.length > 4) {
                    boolean ignored = new CountDownLatch(1).await(Long.parseLong(args[4]), TimeUnit.SECONDS);
                    plane.cancel(attempt.id());
                }
                out.println(heard.next());
            }
            out.printf(
                    Locale.ROOT,
                    "%.2f s, moved %d bytes%n",
                    (System.nanoTime() - began) / 1e9,
                    plane.movedBytes(Orders.PIPE));
        }
    }

    private static SSLContext trusting(Path authority) throws Exception {
        Certificate certificate;
        try (InputStream in = Files.newInputStream(authority)) {
            certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
