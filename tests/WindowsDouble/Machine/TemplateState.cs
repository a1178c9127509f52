using System.Globalization;

namespace IwTune.WindowsDouble.Machine;

/// <summary>One template.</summary>
/// <param name="Name">Its PowerShell name: <c>Internet</c>.</param>
/// <param name="Values">
/// By the property names of MSFT_NetTCPSetting, in the order of the class; numbers as digits, choices by their names.
/// </param>
public sealed record TemplateState(string Name, IReadOnlyDictionary<string, string> Values)
{
    /// <summary>The property that matters here.</summary>
    public const string InitialCongestionWindow = "InitialCongestionWindow";

    /// <summary>Its initial congestion window, segments.</summary>
    public int Window => int.Parse(Values[InitialCongestionWindow], CultureInfo.InvariantCulture);

    /// <summary>This template with one value changed, everything else and every order kept.</summary>
    public TemplateState With(string property, string value)
    {
        if (!Values.ContainsKey(property))
            throw new ArgumentException($"{Name} has no property {property} on this Windows", nameof(property));
        return this with
        {
            Values = Values.ToDictionary(one => one.Key, one => one.Key == property ? value : one.Value, StringComparer.Ordinal),
        };
    }
}
