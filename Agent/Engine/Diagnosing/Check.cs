using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Diagnosing;

/// <summary>One question to a host. Pure: equal findings, equal answer.</summary>
/// <typeparam name="T">What is found on hosts of one system.</typeparam>
/// <param name="Name">Lower case and hyphens.</param>
/// <param name="Group">What it is about.</param>
/// <param name="Why">Why it matters, as sentences.</param>
/// <param name="Source">Where that is written, or <c>measured</c>.</param>
/// <param name="Of">Answers it.</param>
internal sealed record Check<T>(string Name, DiagnosisGroup Group, string Why, string Source, Func<T, CheckAnswer> Of)
{
    public Diagnosis On(T host)
    {
        var answer = Of(host);
        return new Diagnosis
        {
            Check = Name,
            Group = Group,
            Health = answer.Health,
            Found = answer.Found,
            Why = Why,
            Source = Source,
            Fix = answer.Fix,
        };
    }
}
