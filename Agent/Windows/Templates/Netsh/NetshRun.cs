namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>The result of one run of netsh.</summary>
/// <param name="ExitCode">Its exit code; <see langword="null"/> when it did not start or did not end in time.</param>
/// <param name="Output">What it printed, byte for byte, in the OEM code page. Its refusals are here too.</param>
/// <param name="Problem">Why there is no exit code, as a sentence; empty when there is one.</param>
public sealed record NetshRun(int? ExitCode, byte[] Output, string Problem = "")
{
    /// <summary>What it printed on its error output, byte for byte; empty as a rule.</summary>
    public byte[] Errors { get; init; } = [];

    /// <summary>Its message, on one line for people: both outputs in the OEM code page, or the problem.</summary>
    public string Said => Problem.Length > 0 ? Problem : OemCodePage.OneLine([.. Output, .. Errors]);

    /// <summary>Its message as a quotation, shortened; empty when it printed nothing.</summary>
    public string Quoted =>
        Said switch
        {
            "" => "",
            { Length: <= 200 } said => $"“{said}”",
            var said => $"“{said[..200]}…”",
        };
}
