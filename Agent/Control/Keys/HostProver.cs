using System.Security.Cryptography;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control.Keys;

/// <summary>Proves with each call that this host has its key. Shared by the connections of one membership.</summary>
public sealed class HostProver : IDisposable
{
    private const int NumberBytes = 8;

    private readonly IHostKey? _key;
    private readonly string _problem;
    private readonly string _hostId;
    private volatile string _nonce = HostProof.NoNonce;

    private HostProver(IHostKey? key, string problem, string hostId) => (_key, _problem, _hostId) = (key, problem, hostId);

    /// <summary>The prover of a key in use.</summary>
    /// <param name="key">The key, which is disposed of with this.</param>
    /// <param name="hostId">The id of the host.</param>
    public static HostProver With(IHostKey key, string hostId) => new(key, "", hostId);

    /// <summary>The prover of an identity.</summary>
    /// <returns><see langword="null"/> for an identity without a key. One whose key is lost proves nothing, and says why.</returns>
    public static HostProver? Of(Identity identity, IHostKeys keys)
    {
        if (identity.Key is not { } name)
            return null;
        var (key, problem) = keys.Open(name);
        return new HostProver(key, problem, identity.HostId);
    }

    /// <summary>The key; <see langword="null"/> when it is lost.</summary>
    public IHostKey? Key => _key;

    /// <summary>What the server gave with its latest answer.</summary>
    public void Hear(string nonce) => _nonce = nonce;

    /// <summary>The proof of one call.</summary>
    /// <param name="method">Its method.</param>
    /// <param name="target">Path and query.</param>
    /// <param name="body">Its body.</param>
    /// <returns>The value of <see cref="AgentPaths.ProofHeader"/>, or why there is none.</returns>
    public (string? Header, string Problem) Prove(string method, string target, ReadOnlySpan<byte> body)
    {
        if (_key is null)
            return (null, _problem);
        var proof = new HostProof(_nonce, Convert.ToBase64String(RandomNumberGenerator.GetBytes(NumberBytes)), HostKeys.Digest(body), "");
        var (signature, problem) = _key.Sign(HostKeys.Call(method, target, _hostId, proof));
        return signature is null ? (null, problem) : ((proof with { Signature = Convert.ToBase64String(signature) }).ToString(), "");
    }

    /// <summary>An offer of a key to a server.</summary>
    /// <param name="key">The key.</param>
    /// <param name="purpose">As in <see cref="HostKeys.Offer"/>.</param>
    /// <param name="subject">As in <see cref="HostKeys.Offer"/>.</param>
    /// <returns><see langword="null"/> when the key does not sign, and why.</returns>
    public static (HostKeyOffer? Offer, string Problem) Offer(IHostKey key, string purpose, string subject)
    {
        var (signature, problem) = key.Sign(HostKeys.Offer(purpose, subject, key.PublicKey));
        return signature is null ? (null, problem) : (new(key.PublicKey, key.Kind, Convert.ToBase64String(signature)), "");
    }

    /// <inheritdoc/>
    public void Dispose() => _key?.Dispose();
}
