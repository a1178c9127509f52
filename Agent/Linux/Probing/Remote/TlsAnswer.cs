namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>What the first record of an answer shows (RFC 8446 section 5.1). Later ones are encrypted.</summary>
internal static class TlsAnswer
{
    private const byte Alert = 21;
    private const byte Handshake = 22;

    /// <returns>Why this is no handshake, as a sentence; <see langword="null"/> when it is one.</returns>
    public static string? Objection(ReadOnlySpan<byte> beginning) =>
        beginning switch
        {
            [Alert, 3, _, _, _, _, var description, ..] => $"it refused the TLS handshake: alert {description}{NameOf(description)}",
            [Handshake, 3, ..] or [] => null,
            _ => "it does not speak TLS on that port",
        };

    /// <summary>RFC 8446 section 6: the alerts that a ClientHello can cause.</summary>
    private static string NameOf(byte description) =>
        description switch
        {
            0 => " (close_notify)",
            40 => " (handshake_failure)",
            47 => " (illegal_parameter)",
            49 => " (access_denied)",
            50 => " (decode_error)",
            70 => " (protocol_version)",
            71 => " (insufficient_security)",
            80 => " (internal_error)",
            109 => " (missing_extension)",
            112 => " (unrecognized_name)",
            116 => " (certificate_required)",
            120 => " (no_application_protocol)",
            _ => "",
        };
}
