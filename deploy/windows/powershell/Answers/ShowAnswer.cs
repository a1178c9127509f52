using System.Runtime.Serialization;

namespace IwTune.PowerShell.Answers;

/// <summary><c>iwtune show --json</c>.</summary>
[DataContract]
internal sealed class ShowAnswer
{
    [DataMember(Name = "targets", IsRequired = true)]
    public ShownTargetAnswer[] Targets { get; set; } = [];
}

[DataContract]
internal sealed class ShownTargetAnswer
{
    [DataMember(Name = "id", IsRequired = true)]
    public string Id { get; set; } = "";

    [DataMember(Name = "isDefault")]
    public bool IsDefault { get; set; }

    [DataMember(Name = "interface")]
    public string? Interface { get; set; }

    [DataMember(Name = "owner")]
    public string Owner { get; set; } = "";

    [DataMember(Name = "strategy")]
    public string Strategy { get; set; } = "";

    [DataMember(Name = "why")]
    public string Why { get; set; } = "";

    [DataMember(Name = "initCwnd")]
    public int? InitCwnd { get; set; }

    [DataMember(Name = "initRwnd")]
    public int? InitRwnd { get; set; }

    [DataMember(Name = "before")]
    public WindowAnswer? Before { get; set; }
}
