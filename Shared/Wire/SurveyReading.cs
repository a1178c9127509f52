using System.Globalization;

namespace IwTune.Shared.Wire;

/// <summary>What a survey read of one service, or why it read nothing.</summary>
public sealed record SurveyReading
{
    /// <summary>Name or address, as in the list, in lower case; 1..253 characters.</summary>
    public required string Host { get; init; }

    /// <summary>TCP port.</summary>
    public required int Port { get; init; }

    /// <summary>True when the certificate flight of a TLS handshake was counted, false for a page.</summary>
    public required bool Tls { get; init; }

    /// <summary>Where the connections went; empty when the name has no address.</summary>
    public string Address { get; set; } = "";

    /// <summary>When it was read.</summary>
    public required DateTimeOffset Taken { get; init; }

    /// <summary>Segments of the first flight, 1..100,000; <see langword="null"/> when it was not read.</summary>
    public int? Segments { get; init; }

    /// <summary>What ended the first flight; <see langword="null"/> when it was not read.</summary>
    public FlightVerdict? Verdict { get; init; }

    /// <summary>Bytes of the first flight.</summary>
    public long? Bytes { get; init; }

    /// <summary>Payload of a full segment, bytes.</summary>
    public int? Mss { get; init; }

    /// <summary>Least round-trip time, microseconds.</summary>
    public long? RttMicroseconds { get; init; }

    /// <summary>
    /// The receive window in the SYN-ACK, bytes: never scaled (RFC 7323 §2.2), so at most 65,535. <see langword="null"/> when it is not
    /// known: Linux reports it since 5.4 (tcpi_snd_wnd, include/uapi/linux/tcp.h).
    /// </summary>
    public int? ReceiveWindow { get; init; }

    /// <summary>
    /// The power of two that scales later windows, 0..14 (RFC 7323 §2.3); <see langword="null"/> when the host does not scale, or nothing
    /// was read.
    /// </summary>
    public int? ReceiveScale { get; init; }

    /// <summary>Why nothing was read, as sentences; empty when something was.</summary>
    public string Failure { get; set; } = "";

    /// <summary>Whether <see cref="Segments"/> is the initial window; otherwise the window is at least as large.</summary>
    public bool IsExact() => Verdict == FlightVerdict.IwLimited;

    /// <summary>The service, as <c>www.example.org:443</c> or <c>[2001:db8::1]:80</c>.</summary>
    public string Service() =>
        string.Create(CultureInfo.InvariantCulture, $"{(Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]" : Host)}:{Port}");

    /// <summary>Whether both readings cannot be of the same window. A least value differs only from a smaller exact one.</summary>
    /// <param name="earlier">Of the same service.</param>
    public bool DiffersFrom(SurveyReading earlier) =>
        (Segments, earlier.Segments) is ({ } now, { } was)
        && (IsExact(), earlier.IsExact()) switch
        {
            (true, true) => now != was,
            (true, false) => now < was,
            (false, true) => now > was,
            _ => false,
        };

    /// <summary>The initial window for people: <c>10</c>, or <c>≥ 8</c> for a least value; <c>–</c> when it was not read.</summary>
    public string WindowText() =>
        Segments is { } segments ? string.Create(CultureInfo.InvariantCulture, $"{(IsExact() ? "" : "≥ ")}{segments}") : "–";
}
