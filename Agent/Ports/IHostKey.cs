namespace IwTune.Agent.Ports;

/// <summary>A key pair of this host. The private key does not leave it.</summary>
public interface IHostKey : IDisposable
{
    /// <summary>Its file in the state directory, without a path.</summary>
    string Name { get; }

    /// <summary>Where the private key is: one of <see cref="Shared.Wire.Signing.HostKeys.Kinds"/>.</summary>
    string Kind { get; }

    /// <summary>SubjectPublicKeyInfo of a P-256 key, base64.</summary>
    string PublicKey { get; }

    /// <summary>Signs with ECDSA and SHA-256. Safe to call from several threads.</summary>
    /// <param name="signed">What is signed.</param>
    /// <returns>64 bytes r‖s, or why there is no signature, as a sentence.</returns>
    (byte[]? Signature, string Problem) Sign(ReadOnlySpan<byte> signed);
}
