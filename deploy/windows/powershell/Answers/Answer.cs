using System.Globalization;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;

namespace IwTune.PowerShell.Answers;

/// <summary>Reads what <c>iwtune … --json</c> writes, with what both PowerShells bring along: 5.1 has no System.Text.Json.</summary>
internal static class Answer
{
    /// <exception cref="SerializationException">It is not JSON, or not of this form: another version of iwtune.</exception>
    public static T Read<T>(string json)
    {
        using var bytes = new MemoryStream(Encoding.UTF8.GetBytes(json));
        return (T)new DataContractJsonSerializer(typeof(T)).ReadObject(bytes);
    }

    /// <returns>A time in this machine's zone; <see langword="null"/> for none.</returns>
    public static DateTimeOffset? Time(string? written) =>
        DateTimeOffset.TryParse(written, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            ? time.ToLocalTime()
            : null;
}

/// <summary>A window as every answer writes it; no number is the system's default.</summary>
[DataContract]
internal sealed class WindowAnswer
{
    [DataMember(Name = "initCwnd")]
    public int? InitCwnd { get; set; }

    [DataMember(Name = "initRwnd")]
    public int? InitRwnd { get; set; }
}
