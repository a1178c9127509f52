using Microsoft.AspNetCore.Http.Extensions;

namespace IwTune.Server.Console;

/// <summary>Addresses with a query, empty values left out, so that two people with the same view have the same address.</summary>
internal static class Address
{
    public static string Of(string path, params ReadOnlySpan<(string Key, string? Value)> query)
    {
        var builder = new QueryBuilder();
        foreach (var (key, value) in query)
        {
            if (!string.IsNullOrEmpty(value))
                builder.Add(key, value);
        }
        return path + builder.ToQueryString();
    }

    /// <summary>One segment of a path.</summary>
    public static string Segment(string text) => Uri.EscapeDataString(text);
}
