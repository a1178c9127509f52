namespace IwTune.Shared.Wire.Signing;

/// <summary>What verifying an envelope gave.</summary>
public abstract record EnvelopeCheck
{
    private EnvelopeCheck() { }

    /// <summary>A trusted key signed exactly these bytes as exactly this type.</summary>
    /// <param name="Payload">The signed bytes. Parse these, never the envelope's text.</param>
    /// <param name="KeyId">The key that signed them.</param>
    public sealed record Genuine(ReadOnlyMemory<byte> Payload, string KeyId) : EnvelopeCheck;

    /// <summary>Not to be used.</summary>
    /// <param name="Fault">What is wrong, for programs.</param>
    /// <param name="Reason">What is wrong, as a sentence for people.</param>
    public sealed record Rejected(EnvelopeFault Fault, string Reason) : EnvelopeCheck;
}

/// <summary>Why an envelope is rejected.</summary>
public enum EnvelopeFault
{
    /// <summary>It says that it carries something else than was expected.</summary>
    WrongType,

    /// <summary>Payload or signature is not base64, a part is missing, or there are too many signatures.</summary>
    Malformed,

    /// <summary>No signature by a key that is trusted here.</summary>
    UnknownKey,

    /// <summary>A signature names a trusted key and does not fit the bytes: something was changed.</summary>
    BadSignature,
}
