namespace IwTune.EndToEnd.Wine.Headers;

/// <summary>The numbers in the agent's code for Windows that are in no header, because they are its own or only documented.</summary>
internal static class OwnNumbers
{
    /// <summary>What each is, by the constant, or by the type all of whose constants are such.</summary>
    public static IReadOnlyDictionary<string, string> All { get; } =
        new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["AccessMethod"] = "its own order",
            ["ClueKind"] = "its own order",
            ["CmdletFault"] = "its own order",
            ["DefaultWay"] = "its own order",
            ["TemplateName"] = "its own order",
            ["BcryptSignature.Coordinate"] = "a coordinate of P-256: FIPS 186-4, D.1.2.3",
            ["CappedOutput.Most"] = "its own limit",
            ["CmdletFaults.FirstWithAllWritable"] = "a build of Windows",
            ["EventLog.Longest"] = "documented with ReportEventW",
            ["Evidencing.WithTcpInfo"] = "a build of Windows",
            ["EventText.Longest"] = "its own limit",
            ["FilterTrial.Port"] = "its own choice",
            ["FreshWindow.TimestampBytes"] = "RFC 7323, appendix A",
            ["NetshReader.Server2012"] = "a build of Windows",
            ["NetshSupplemental"] = "the output of netsh",
            ["NetshText.RuleLength"] = "the output of netsh",
            ["NetshWords.TwoCustomTemplates"] = "a build of Windows",
            ["PacingProfile.Large"] = "a threshold of the doctor",
            ["PipeHandles.Buffer"] = "its own choice",
            ["PipeName.Longest"] = "documented with CreateNamedPipeW",
            ["PowerShellHost.FirstBuild"] = "a build of Windows",
            ["PowerShellLimit.Seconds"] = "its own limit",
            ["QuicPackets.Port"] = "HTTP/3: RFC 9114, section 3.1",
            ["QuicPackets.Default"] = "QUIC_INITIAL_WINDOW_PACKETS of MsQuic, src/core/quicdef.h",
            ["ScalingOption.Unscaled"] = "the largest window without scaling: RFC 7323, section 2.2",
            ["ServiceCalls.ConfigSize"] = "documented with QueryServiceConfigW",
            ["LoggedName.Longest"] = "its own limit",
            ["SettingVerbs.Shortest"] = "its own limit",
            ["SystemMethods.FirstWithClasses"] = "a build of Windows",
            ["TemplatesInUse"] = "thresholds of the doctor",
            ["TemplateWindow"] = "documented with Set-NetTCPSetting",
            ["VersionAspect"] = "its own order",
            ["VersionMark"] = "its own order",
            ["VersionTable"] = "builds of Windows",
            ["WatchedLogs"] = "its own limits",
            ["WindowsEventLogs.StepMilliseconds"] = "its own limit",
            ["WindowsVersionReader"] = "builds of Windows",
        };
}
