namespace IwTune.Agent.Engine.Risks;

/// <summary>Something that could go wrong with a step.</summary>
/// <param name="Level">How much it should make one think.</param>
/// <param name="What">In a few words: <c>learned path MTUs are forgotten</c>.</param>
/// <param name="Why">What happens then, as sentences with their source.</param>
public sealed record Risk(RiskLevel Level, string What, string Why);

/// <summary>How much a risk should make one think.</summary>
public enum RiskLevel
{
    /// <summary>Passes by itself.</summary>
    Low,

    /// <summary>Costs some connections something; look afterwards.</summary>
    Medium,

    /// <summary>Harms, unless somebody knows better about this path.</summary>
    High,
}
