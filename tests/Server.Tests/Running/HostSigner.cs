using System.Security.Cryptography;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Running;

/// <summary>The key of a host, as an agent uses it; a test can falsify the proof of a call.</summary>
internal sealed class HostSigner : IDisposable
{
    private readonly ECDsa key = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public string PublicKey => Convert.ToBase64String(key.ExportSubjectPublicKeyInfo());

    /// <summary>The nonce that the server gave last.</summary>
    public string Nonce { get; set; } = HostProof.NoNonce;

    /// <summary>The header of the last call.</summary>
    public string Last { get; private set; } = "";

    /// <summary>The header to send instead; empty for no header, <see langword="null"/> for the right one.</summary>
    public string? Instead { get; set; }

    /// <summary>Method, path and body to sign instead of the call's own.</summary>
    public (string Method, string Target, string Body)? Signed { get; set; }

    public HostKeyOffer Offer(string purpose, string subject) =>
        new(PublicKey, HostKeys.File, Sign(HostKeys.Offer(purpose, subject, PublicKey)));

    public string Sign(byte[] data) =>
        Convert.ToBase64String(key.SignData(data, HashAlgorithmName.SHA256, DSASignatureFormat.IeeeP1363FixedFieldConcatenation));

    public string Prove(string hostId, string method, string target, byte[] body)
    {
        var proof = new HostProof(Nonce, Convert.ToBase64String(RandomNumberGenerator.GetBytes(8)), HostKeys.Digest(body), "");
        return (proof with { Signature = Sign(HostKeys.Call(method, target, hostId, proof)) }).ToString();
    }

    /// <summary>A client of a host that has this key. It does not repeat calls by itself.</summary>
    public HttpClient Client(RunningServer server, EnrolReply reply) =>
        server.Client(
            $"{AgentPaths.HostScheme} {reply.HostId}.{reply.HostSecret}",
            through: network => new Handler(this, reply.HostId, network)
        );

    public void Dispose() => key.Dispose();

    private sealed class Handler(HostSigner signer, string hostId, HttpMessageHandler network) : DelegatingHandler(network)
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var body = request.Content is null ? [] : await request.Content.ReadAsByteArrayAsync(cancellationToken);
            var (method, target, signed) = signer.Signed ?? (request.Method.Method, request.RequestUri!.PathAndQuery, null!);
            signer.Last =
                signer.Instead ?? signer.Prove(hostId, method, target, signed is null ? body : System.Text.Encoding.UTF8.GetBytes(signed));
            if (signer.Last.Length > 0)
                request.Headers.TryAddWithoutValidation(AgentPaths.ProofHeader, signer.Last);
            var answer = await base.SendAsync(request, cancellationToken);
            if (answer.Headers.TryGetValues(AgentPaths.NonceHeader, out var nonces))
                signer.Nonce = nonces.Single();
            return answer;
        }
    }
}
