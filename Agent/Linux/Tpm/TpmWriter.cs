using System.Buffers.Binary;

namespace IwTune.Agent.Linux.Tpm;

/// <summary>Marshals one command (Part 1, "Command/Response Structure"): header, handles, authorizations, parameters.</summary>
internal sealed class TpmWriter
{
    /// <summary>
    /// TPM_RS_PW: the password session; every object of ours has the empty password, as the owner has unless an administrator set one.
    /// </summary>
    private const uint Password = 0x40000009;

    private const ushort NoSessions = 0x8001,
        Sessions = 0x8002;

    private readonly List<byte> _bytes = [];

    public TpmWriter Short(int value)
    {
        Span<byte> bytes = stackalloc byte[2];
        BinaryPrimitives.WriteUInt16BigEndian(bytes, (ushort)value);
        return Raw(bytes);
    }

    public TpmWriter Long(uint value)
    {
        Span<byte> bytes = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, value);
        return Raw(bytes);
    }

    /// <summary>A byte string with its length before it.</summary>
    public TpmWriter Sized(ReadOnlySpan<byte> value) => Short(value.Length).Raw(value);

    public TpmWriter Raw(ReadOnlySpan<byte> value)
    {
        foreach (var one in value)
            _bytes.Add(one);
        return this;
    }

    /// <summary>
    /// The authorization of the one handle before it (Part 2, TPMS_AUTH_COMMAND): an empty nonce, no attributes, an empty password.
    /// </summary>
    public TpmWriter Authorized() => Long(9).Long(Password).Short(0).Raw([0]).Short(0);

    public byte[] Bytes() => [.. _bytes];

    /// <summary>With its header.</summary>
    /// <param name="code">TPM_CC (Part 2, 6.5.2).</param>
    /// <param name="authorized">Whether there is an authorization.</param>
    public byte[] Command(uint code, bool authorized = true) =>
        new TpmWriter().Short(authorized ? Sessions : NoSessions).Long((uint)(10 + _bytes.Count)).Long(code).Raw([.. _bytes]).Bytes();
}
