using System.Text.Encodings.Web;
using System.Text.Json;

namespace IwTune.Benchmarks.Printing;

/// <summary>The figures with every single value, for machines that compare runs.</summary>
internal static class FigureJson
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static Task WriteAsync(string file, Machine machine, IReadOnlyList<Figure> figures, IReadOnlyList<Failure> failures) =>
        WriteAsync(
            file,
            new
            {
                machine,
                figures,
                failures,
            }
        );

    /// <summary>Any other result.</summary>
    public static Task WriteAsync<T>(string file, T result) =>
        File.WriteAllTextAsync(file, JsonSerializer.Serialize(result, Options) + "\n");
}
