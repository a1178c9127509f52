using System.Text.Json.Serialization;

namespace IwTune.Shared.Policies;

/// <summary>An initial window: how much may be sent, and how much may be received, before the first acknowledgement.</summary>
/// <param name="InitCwnd">Segments sent before the first ACK (RFC 6928 §2), 1..1023; <see langword="null"/> leaves it unset.</param>
/// <param name="InitRwnd">Segments announced as receive window (Linux only), 1..1023; <see langword="null"/> leaves it unset.</param>
public sealed record Window(int? InitCwnd, int? InitRwnd)
{
    /// <summary>Neither value set: the kernel's or the operating system's own default applies.</summary>
    public static Window Unset { get; } = new(null, null);

    /// <summary>The smallest value a policy may require. Zero means "unset" to the Linux kernel, so it is never a value.</summary>
    public const int Min = 1;

    /// <summary>The largest value a policy may require; the same bound as systemd.network(5) InitialCongestionWindow=.</summary>
    public const int Max = 1023;

    /// <summary>True when neither value is set.</summary>
    [JsonIgnore]
    public bool IsUnset => InitCwnd is null && InitRwnd is null;

    /// <summary>The values as <c>ip route</c> prints them: <c>initcwnd 10 initrwnd 20</c>, or <c>default</c>.</summary>
    public override string ToString() =>
        (InitCwnd, InitRwnd) switch
        {
            (null, null) => "default",
            ({ } cwnd, null) => $"initcwnd {cwnd}",
            (null, { } rwnd) => $"initrwnd {rwnd}",
            ({ } cwnd, { } rwnd) => $"initcwnd {cwnd} initrwnd {rwnd}",
        };
}
