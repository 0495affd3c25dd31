// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import java.nio.ByteBuffer;
import java.util.List;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// An engine that tells the server the given name, whatever its user sets; everything else is the real engine's.
final class PinnedEngine extends SSLEngine {
    private final SSLEngine real;
    private final List<SNIServerName> serverNames;

    PinnedEngine(SSLEngine real, List<SNIServerName> serverNames) {
        super(real.getPeerHost(), real.getPeerPort());
        this.real = real;
        this.serverNames = List.copyOf(serverNames);
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        parameters.setServerNames(serverNames);
        real.setSSLParameters(parameters);
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer target) throws SSLException {
        return real.wrap(sources, offset, length, target);
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] targets, int offset, int length) throws SSLException {
        return real.unwrap(source, targets, offset, length);
    }

    @Override
    public @Nullable Runnable getDelegatedTask() {
        return real.getDelegatedTask();
    }

    @Override
    public void closeInbound() throws SSLException {
        real.closeInbound();
    }

    @Override
    public boolean isInboundDone() {
        return real.isInboundDone();
    }

    @Override
    public void closeOutbound() {
        real.closeOutbound();
    }

    @Override
    public boolean isOutboundDone() {
        return real.isOutboundDone();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return real.getSupportedCipherSuites();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return real.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        real.setEnabledCipherSuites(suites);
    }

    @Override
    public String[] getSupportedProtocols() {
        return real.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return real.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        real.setEnabledProtocols(protocols);
    }

    @Override
    public SSLSession getSession() {
        return real.getSession();
    }

    @Override
    public @Nullable SSLSession getHandshakeSession() {
        return real.getHandshakeSession();
    }

    @Override
    public void beginHandshake() throws SSLException {
        real.beginHandshake();
    }

    @Override
    public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
        return real.getHandshakeStatus();
    }

    @Override
    public void setUseClientMode(boolean mode) {
        real.setUseClientMode(mode);
    }

    @Override
    public boolean getUseClientMode() {
        return real.getUseClientMode();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        real.setNeedClientAuth(need);
    }

    @Override
    public boolean getNeedClientAuth() {
        return real.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        real.setWantClientAuth(want);
    }

    @Override
    public boolean getWantClientAuth() {
        return real.getWantClientAuth();
    }

    @Override
    public void setEnableSessionCreation(boolean flag) {
        real.setEnableSessionCreation(flag);
    }

    @Override
    public boolean getEnableSessionCreation() {
        return real.getEnableSessionCreation();
    }

    @Override
    public SSLParameters getSSLParameters() {
        return real.getSSLParameters();
    }

    @Override
    public @Nullable String getApplicationProtocol() {
        return real.getApplicationProtocol();
    }

    @Override
    public @Nullable String getHandshakeApplicationProtocol() {
        return real.getHandshakeApplicationProtocol();
    }
}
