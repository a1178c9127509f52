namespace IwTune.Agent.Engine.Risks;

/// <summary>Something that could go wrong with a step.</summary>
/// <param name="Level">How serious it is.</param>
/// <param name="What">In a few words: <c>learned path MTUs are forgotten</c>.</param>
/// <param name="Why">What happens then, as sentences with their source.</param>
public sealed record Risk(RiskLevel Level, string What, string Why);

/// <summary>How serious a risk is.</summary>
public enum RiskLevel
{
    /// <summary>Passes by itself.</summary>
    Low,

    /// <summary>Costs some connections something; check afterwards.</summary>
    Medium,

    /// <summary>Harms, unless a person knows better about this path.</summary>
    High,
}
