using System.Globalization;

namespace IwTune.Server.Features.Insight.Pairs;

/// <summary>A place on Earth, degrees.</summary>
internal sealed record Place(double Latitude, double Longitude)
{
    private const double EarthRadius = 6371.0; // mean, kilometres

    /// <summary>Reads the labels <c>lat</c> and <c>lon</c>: decimal degrees, south and west negative.</summary>
    public static Place? Of(IReadOnlyDictionary<string, string> labels) =>
        Read(labels, "lat", 90) is { } latitude && Read(labels, "lon", 180) is { } longitude ? new(latitude, longitude) : null;

    /// <summary>The great circle between two places, kilometres.</summary>
    public double KilometresTo(Place other)
    {
        // Haversine: stable for places close to each other, where the spherical law of cosines is not.
        var (north, east) = (Sine(other.Latitude - Latitude), Sine(other.Longitude - Longitude));
        var chord = north + (Math.Cos(Radians(Latitude)) * Math.Cos(Radians(other.Latitude)) * east);
        return 2 * EarthRadius * Math.Asin(Math.Min(1, Math.Sqrt(chord)));
    }

    private static double Sine(double degrees) => Math.Pow(Math.Sin(Radians(degrees) / 2), 2);

    private static double Radians(double degrees) => degrees * Math.PI / 180;

    private static double? Read(IReadOnlyDictionary<string, string> labels, string key, double most) =>
        labels.TryGetValue(key, out var text)
        && double.TryParse(
            text,
            NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var degrees
        )
        && Math.Abs(degrees) <= most
            ? degrees
            : null;
}
