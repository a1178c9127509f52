using System.Runtime.Serialization;

namespace IwTune.PowerShell.Answers;

/// <summary>What <c>iwtune … --json</c> writes when it did not do what it was asked. The sentences are on standard error too.</summary>
[DataContract]
internal sealed class RefusedAnswer
{
    [DataMember(Name = "exit", IsRequired = true)]
    public int Exit { get; set; }

    [DataMember(Name = "problems", IsRequired = true)]
    public object[] Problems { get; set; } = [];
}
