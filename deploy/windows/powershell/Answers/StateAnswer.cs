using System.Runtime.Serialization;

namespace IwTune.PowerShell.Answers;

/// <summary>The state of a host as status, apply and rollback write it.</summary>
[DataContract]
internal sealed class StateAnswer
{
    [DataMember(Name = "policy")]
    public string? Policy { get; set; }

    [DataMember(Name = "revision")]
    public int? Revision { get; set; }

    [DataMember(Name = "phase")]
    public string Phase { get; set; } = "";

    [DataMember(Name = "reason")]
    public string Reason { get; set; } = "";

    [DataMember(Name = "targets", IsRequired = true)]
    public TargetAnswer[] Targets { get; set; } = [];

    [DataMember(Name = "unmatched")]
    public string[] Unmatched { get; set; } = [];
}

[DataContract]
internal sealed class TargetAnswer
{
    [DataMember(Name = "id", IsRequired = true)]
    public string Id { get; set; } = "";

    [DataMember(Name = "configured")]
    public WindowAnswer Configured { get; set; } = new();

    [DataMember(Name = "wanted")]
    public WindowAnswer? Wanted { get; set; }

    [DataMember(Name = "outcome")]
    public string? Outcome { get; set; }

    [DataMember(Name = "reason")]
    public string Reason { get; set; } = "";
}

/// <summary><c>iwtune apply --json</c> and <c>iwtune rollback --json</c>.</summary>
[DataContract]
internal sealed class ChangeAnswer
{
    [DataMember(Name = "text")]
    public string Text { get; set; } = "";

    [DataMember(Name = "state")]
    public StateAnswer? State { get; set; }
}
