using System.Runtime.Serialization;

namespace IwTune.PowerShell.Answers;

/// <summary><c>iwtune status --json</c>.</summary>
[DataContract]
internal sealed class StatusAnswer
{
    [DataMember(Name = "daemon", IsRequired = true)]
    public DaemonAnswer Daemon { get; set; } = new();

    [DataMember(Name = "state")]
    public StateAnswer? State { get; set; }
}

[DataContract]
internal sealed class DaemonAnswer
{
    [DataMember(Name = "version", IsRequired = true)]
    public string Version { get; set; } = "";

    [DataMember(Name = "pid")]
    public int Pid { get; set; }

    [DataMember(Name = "since")]
    public string? Since { get; set; }

    [DataMember(Name = "stateDirectory")]
    public string StateDirectory { get; set; } = "";

    [DataMember(Name = "server")]
    public ServerAnswer? Server { get; set; }

    [DataMember(Name = "policyFile")]
    public string? PolicyFile { get; set; }

    [DataMember(Name = "confirmBy")]
    public string? ConfirmBy { get; set; }

    [DataMember(Name = "notes")]
    public string[] Notes { get; set; } = [];
}

[DataContract]
internal sealed class ServerAnswer
{
    [DataMember(Name = "url")]
    public string Url { get; set; } = "";

    [DataMember(Name = "hostId")]
    public string HostId { get; set; } = "";

    [DataMember(Name = "lastContact")]
    public string? LastContact { get; set; }

    [DataMember(Name = "problem")]
    public string Problem { get; set; } = "";
}
