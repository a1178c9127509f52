using System.Runtime.Serialization;

namespace IwTune.PowerShell.Answers;

/// <summary><c>iwtune plan FILE --json</c>.</summary>
[DataContract]
internal sealed class PlanAnswer
{
    [DataMember(Name = "policy")]
    public string? Policy { get; set; }

    [DataMember(Name = "mode")]
    public string Mode { get; set; } = "";

    [DataMember(Name = "steps", IsRequired = true)]
    public PlannedStepAnswer[] Steps { get; set; } = [];

    [DataMember(Name = "audited")]
    public PlannedStepAnswer[] Audited { get; set; } = [];

    [DataMember(Name = "withheld")]
    public PlannedStepAnswer[] Withheld { get; set; } = [];

    [DataMember(Name = "refusals")]
    public PlannedRefusalAnswer[] Refusals { get; set; } = [];

    [DataMember(Name = "alreadyThere")]
    public string[] AlreadyThere { get; set; } = [];

    [DataMember(Name = "unmatched")]
    public PlannedGapAnswer[] Unmatched { get; set; } = [];
}

[DataContract]
internal sealed class PlannedStepAnswer
{
    [DataMember(Name = "target", IsRequired = true)]
    public string Target { get; set; } = "";

    [DataMember(Name = "from")]
    public WindowAnswer From { get; set; } = new();

    [DataMember(Name = "to")]
    public WindowAnswer To { get; set; } = new();

    [DataMember(Name = "owner")]
    public string Owner { get; set; } = "";

    [DataMember(Name = "strategy")]
    public string Strategy { get; set; } = "";
}

[DataContract]
internal sealed class PlannedRefusalAnswer
{
    [DataMember(Name = "target", IsRequired = true)]
    public string Target { get; set; } = "";

    [DataMember(Name = "wanted")]
    public WindowAnswer Wanted { get; set; } = new();

    [DataMember(Name = "reason")]
    public string Reason { get; set; } = "";
}

[DataContract]
internal sealed class PlannedGapAnswer
{
    [DataMember(Name = "scope")]
    public string Scope { get; set; } = "";

    [DataMember(Name = "reason")]
    public string Reason { get; set; } = "";
}
