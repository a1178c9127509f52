namespace IwTune.Agent.Windows.Facts;

/// <summary>The names under which a Windows host reports its TCP settings.</summary>
public static class TcpSetting
{
    /// <summary>The template that connections get: <c>Automatic</c>, <c>Internet</c>, …</summary>
    public const string DefaultTemplate = "tcp.default_template";

    /// <summary>True when Automatic takes the custom templates.</summary>
    public const string AutomaticUseCustom = "tcp.automatic_use_custom";

    /// <summary>Congestion control of the template that most connections get.</summary>
    public const string CongestionProvider = "tcp.congestion_provider";

    /// <summary>Whether flights are spread: <c>off</c>, <c>initialwindow</c>, <c>slowstart</c>, <c>always</c>.</summary>
    public const string PacingProfile = "tcp.pacing_profile";

    /// <summary>How far the receive window grows: <c>normal</c>, <c>restricted</c>, <c>disabled</c>, …</summary>
    public const string AutoTuning = "tcp.receive_autotuning";

    /// <summary>Receive segment coalescing.</summary>
    public const string SegmentCoalescing = "tcp.receive_segment_coalescing";

    /// <summary>Explicit congestion notification.</summary>
    public const string Ecn = "tcp.ecn";

    /// <summary>RFC 7323 timestamps.</summary>
    public const string Timestamps = "tcp.timestamps";

    /// <summary>Receive side scaling.</summary>
    public const string ReceiveSideScaling = "tcp.receive_side_scaling";

    /// <summary>First retransmission time-out, milliseconds.</summary>
    public const string InitialRto = "tcp.initial_rto";
}
